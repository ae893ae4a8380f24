import type { PublishBody } from '../../../contract/studio';

/** `subscriber` is null for changes that affect all subscribers. */
export type VersionChange = Pick<PublishBody, 'subscriber' | 'changes'>;
