import written from '../../schemas/office/messages.json';
import { defineLiveFile } from './messages/liveFiles';
import type { OfficeStatus } from './office';

const threadFile = defineLiveFile('office/messages', written);

export type NewsKind = keyof typeof written.news.gatherMinutes;

/** True if messages can still be sent. */
export const isThreadOpen = (status: OfficeStatus): boolean => !threadFile().closed.includes(status);

/** Returns the maximum number of files in a message. */
export const maxFiles = (): number => threadFile().maxFiles;

/** Maximum characters read from an email. */
export const maxEmailText = (): number => threadFile().email.readCharacters;

/** Maximum bytes of an email with its files in Base64. */
export const maxEmailSize = (): number => threadFile().email.megabytes * 1024 * 1024;

/** Seconds to wait before sending an email, so that it can include later news of the same kind. */
export const gatherSeconds = (kind: NewsKind): number => threadFile().news.gatherMinutes[kind] * 60;

/** Hour of daily emails in the landlord's time zone. */
export const digestHour = (): number => threadFile().news.digestHour;
