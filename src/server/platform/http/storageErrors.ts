/** The file store failed. Retrying may help. */
export class StorageUnavailable extends Error {}

export class FileMissing extends Error {
  constructor(name: string) {
    super(`The file store has no "${name}"`);
  }
}
