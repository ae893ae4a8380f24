import written from '../../../../schemas/office/webhooks.json';
import { defineLiveFile } from '../../../model/messages/liveFiles';

export const webhookSettings = defineLiveFile('office/webhooks', written);
