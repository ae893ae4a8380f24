export interface StoredObject {
  name: string;
  writtenAt: Date;
}

/**
 * `write` resolves when the bytes are on disk. `read` throws `FileMissing`. All methods throw `StorageUnavailable` on
 * failure.
 */
export interface FileStore {
  write(name: string, content: Buffer): Promise<void>;
  read(name: string): Promise<Buffer>;
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
}
