import path from 'node:path';
import type { Config } from '../config';
import type { FileStore } from './files';
import { createLocalFileStore } from './filesLocal';
import { createS3FileStore } from './filesS3';

/** The object store when its settings are given, else files under DATA_DIR. */
export function createFiles(config: Config): FileStore {
  return config.s3 ? createS3FileStore(config.s3) : createLocalFileStore(path.join(config.dataDir, 'files'));
}
