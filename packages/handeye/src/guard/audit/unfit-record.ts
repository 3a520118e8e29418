/** The file cannot be a record: it is something else. */
export class UnfitRecord extends Error {
  override readonly name = 'UnfitRecord';
}
