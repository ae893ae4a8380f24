import written from '../../../../schemas/takeover.json';
import { defineLiveFile } from '../../../model/messages/liveFiles';

export const copyRules = defineLiveFile('takeover', written);
