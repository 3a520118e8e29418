/** The words that the name of a resource is made of: `sendMessage_button` is "send message button". */
export function resourceWords(resourceId: string | undefined): string {
  if (resourceId === undefined) return '';
  const name = resourceId.slice(resourceId.lastIndexOf('/') + 1);
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .trim();
}
