import { type Static, Type } from 'typebox';
import { type OfficeStatus, officeStatuses } from '../model/office';
import { Moment, oneOf } from './call';

export const WebhookEvent = Type.Object({
  type: Type.String(),
  timestamp: Moment,
  data: Type.Object({
    /** The transaction ID. */
    application: Type.String(),
    /** The application ID. The API's URLs use it, too. */
    number: Type.String(),
    status: oneOf<OfficeStatus>(officeStatuses),
    submitted_at: Moment,
    revision: Type.Optional(
      Type.Integer({ description: 'Revision of the application, in application.status_changed events' }),
    ),
    document: Type.Optional(Type.Integer({ description: 'ID of the file, in document.* events' })),
    document_id: Type.Optional(Type.Integer({ description: 'Type of the document, in document.* events' })),
    source_id: Type.Optional(Type.Integer({ description: 'Source of income, or 0, in document.* events' })),
  }),
});
export type WebhookEvent = Static<typeof WebhookEvent>;
