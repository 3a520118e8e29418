/** Arguments without `--user ID`: this phone has one user. */
export function withoutUser(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--user');
  return at === -1 ? args : [...args.slice(0, at), ...args.slice(at + 2)];
}
