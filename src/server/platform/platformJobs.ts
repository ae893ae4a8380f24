import { erasureMark } from './files/erasureMarks';
import type { Jobs } from './jobs/pools';
import type { Message } from './mail/mail';
import type { Platform } from './platform';

export const platformJobs: Jobs<Platform> = {
  mail: ({ mail }, message: Message) => mail.send(message),
  'remove-file': ({ files }, { name }: { name: string }) => files.remove(name),
  'note-erasure': ({ files }, { erased }: { erased: string }) => files.write(erasureMark(erased), Buffer.alloc(0)),
};
