import written from '../../schemas/office/messages.json';
import { defineLiveFile } from './messages/liveFiles';
import type { OfficeStatus } from './office';

const threadFile = defineLiveFile('office/messages', written);

/** What people of the office get emails about. */
export type NewsKind = keyof typeof written.news.gatherMinutes;

/** Whether messages can still be sent. */
export const isThreadOpen = (status: OfficeStatus): boolean => !threadFile().closed.includes(status);

/** Files of one message. */
export const maxFiles = (): number => threadFile().maxFiles;

/** Characters of an email that are read; what follows is its history. */
export const maxEmailText = (): number => threadFile().email.readCharacters;

/** Bytes of an email with its files in Base64. */
export const maxEmailSize = (): number => threadFile().email.megabytes * 1024 * 1024;

/** Seconds that an email waits for more news of the same kind. */
export const gatherSeconds = (kind: NewsKind): number => threadFile().news.gatherMinutes[kind] * 60;

/** When daily emails go out, in the landlord's time zone. */
export const digestHour = (): number => threadFile().news.digestHour;
