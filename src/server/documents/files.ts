/** A stored object and when it was last written. */
export interface StoredObject {
  name: string;
  writtenAt: Date;
}

/**
 * Where file contents lie. Names are ours (`applications/7/3f….pdf`), contents arrive sealed.
 * `write` returns only when the bytes are safe; `read` rejects when there is no such object.
 */
export interface FileStore {
  write(name: string, content: Buffer): Promise<void>;
  read(name: string): Promise<Buffer>;
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
}
