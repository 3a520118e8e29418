/** What a person may see of a device's text. (Stand-in: replaced by the full rules of the contract.) */
export function shown(text: string | undefined): string | undefined {
  return text;
}
