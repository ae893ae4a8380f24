export interface StoredObject {
  name: string;
  writtenAt: Date;
}

/**
 * `read` throws `FileMissing`. `write`, `read` and `remove` throw `StorageUnavailable` if the store fails, or the
 * system's error if the disk is full.
 */
export interface FileStore {
  write(name: string, content: Buffer): Promise<void>;
  read(name: string): Promise<Buffer>;
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
}
