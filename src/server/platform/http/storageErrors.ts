/** The file store failed. A retry may succeed. */
export class StorageUnavailable extends Error {}

export class FileMissing extends Error {
  constructor(name: string) {
    super(`The file store has no "${name}"`);
  }
}
