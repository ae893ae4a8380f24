/**
 * The moments between two effects that belong together, where a process that dies leaves the most behind. The trust suite dies at each
 * of them and fails for one it does not reach. The word before the dot says what is going on.
 */
export const killPoints = [
  'save.written',
  'save.unanswered',
  'upload.sealing',
  'upload.part',
  'upload.file',
  'upload.files',
  'upload.row',
  'reading.read',
  'reading.kept',
  'payment.signature',
  'payment.begun',
  'payment.queued',
  'payment.opened',
  'payment.kept',
  'payment.charged',
  'payment.uncommitted',
  'payment.committed',
  'record.stored',
  'record.uncommitted',
] as const;

export type KillPoint = (typeof killPoints)[number];

/** Undefined unless a test set it: then every point is one comparison that fails. */
const armed = process.env.KILL_AT;

/** Ends this process as a power cut would, if it was started with `KILL_AT` naming this point. */
export function killPoint(point: KillPoint): void {
  if (armed === point) process.kill(process.pid, 'SIGKILL');
}
