import { type Static, Type } from 'typebox';
import { described, describeResource, Moment, OFFICE_ACCESS, oneOf } from './call';

const MessageFile = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  type: Type.String(),
  size: Type.Integer(),
});

const Message = Type.Object({
  id: Type.Integer(),
  at: Moment,
  from: oneOf(['applicant', 'office']),
  /** The office user's name or email. Empty for applicants and API keys. */
  by: Type.String(),
  text: Type.String(),
  /** True if the message was sent as a reply to an email. */
  by_email: Type.Boolean(),
  is_read: Type.Boolean(),
  files: Type.Array(MessageFile),
});
export type Message = Static<typeof Message>;

const Thread = Type.Object({
  /** The latest 500 messages, oldest first. */
  messages: Type.Array(Message),
  /** Messages from the other side that nobody on this side has read. */
  unread: Type.Integer(),
  is_open: Type.Boolean(),
  max_files: Type.Integer(),
});
export type Thread = Static<typeof Thread>;

const Files = Type.Optional(
  Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 20, description: 'IDs of uploaded files' }),
);
/** The limits that apply are in schemas/office-message.schema.json and schemas/office/messages.json. */
const Content = { text: Type.String({ maxLength: 20_000 }), files: Files };
const Last = { last: Type.Integer({ minimum: 1, description: 'The ID of the last message that was read' }) };
const OwnTrn = { trn_id: Type.Optional(Type.String()) };

/** Files are uploaded first, as documents of the type `message`. */
export const thread = describeResource('Messages', {
  'GET /messages/:trn': { summary: 'The messages between the applicant and the office', answer: Thread },
  'POST /messages': {
    summary: 'Sends the office a message',
    once: true,
    body: Type.Object({ ...OwnTrn, ...Content }, { additionalProperties: false }),
    answer: Thread,
  },
  'POST /messages/read': {
    summary: 'Marks the office’s messages as read',
    body: Type.Object({ ...OwnTrn, ...Last }, { additionalProperties: false }),
    answer: Thread,
  },
});

const OfficeThread = Type.Object({
  ...Thread.properties,
  language: Type.String(),
  /** Each `text` is in the applicant's language. */
  templates: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), text: Type.String() })),
});
export type OfficeThread = Static<typeof OfficeThread>;

const OFFICE = { tag: 'Office messages', ...OFFICE_ACCESS } as const;

export const officeThread = describeResource(OFFICE, {
  'GET /office/applications/:id/messages': {
    summary: 'The messages between the applicant and the office, and the office’s templates',
    open: true,
    answer: OfficeThread,
  },
  'POST /office/applications/:id/messages': {
    summary: 'Sends the applicant a message, on their page and by email',
    open: true,
    once: true,
    body: Type.Object(Content, { additionalProperties: false }),
    answer: OfficeThread,
  },
  'POST /office/applications/:id/messages/read': {
    summary: 'Marks the applicant’s messages as read for the whole office',
    open: true,
    body: Type.Object(Last, { additionalProperties: false }),
    answer: OfficeThread,
  },
  'POST /office/applications/:id/messages/files': {
    summary: 'Uploads a file for the office’s next message',
    open: true,
    once: true,
    content: 'upload',
    body: Type.Unsafe<FormData>({
      type: 'object',
      required: ['files'],
      properties: { files: { type: 'string', format: 'binary' } },
    }),
    answer: MessageFile,
  },
});

export const emailModes = ['now', 'daily', 'off'] as const;
export type EmailMode = (typeof emailModes)[number];

const OfficeEmails = Type.Object({ emails: oneOf<EmailMode>(emailModes) });
export type OfficeEmails = Static<typeof OfficeEmails>;

const EMAILS = { tag: 'Office emails', part: 'office', proofs: ['officeCookie'] } as const;

export const officeEmails = describeResource(EMAILS, {
  'GET /office/emails': { summary: 'When this user gets emails about applications', open: true, answer: OfficeEmails },
  'POST /office/emails': {
    summary: 'Changes when this user gets emails: right away, once a day, or never',
    open: true,
    body: Type.Object({ emails: oneOf<EmailMode>(emailModes) }, { additionalProperties: false }),
    answer: OfficeEmails,
  },
});

/** An applicant's reply by email, signed with Standard Webhooks. */
export const ReceivedMail = Type.Object({
  type: Type.String({ description: 'email.received; valid events of other types are ignored' }),
  timestamp: Type.String({ format: 'date-time' }),
  data: Type.Object({
    message_id: Type.String({ minLength: 1, maxLength: 998, description: 'The Message-ID header' }),
    from: Type.String({ maxLength: 500 }),
    to: Type.Array(Type.String({ maxLength: 500 }), { minItems: 1, maxItems: 50 }),
    text: Type.String({ maxLength: 500_000, description: 'The plain text' }),
    /** Emails with `fail` are ignored. */
    dmarc: Type.Optional(Type.String({ maxLength: 40 })),
    /** The Auto-Submitted header. Automatic replies are ignored. */
    auto_submitted: Type.Optional(Type.String({ maxLength: 200 })),
    attachments: Type.Optional(
      Type.Array(
        Type.Object({ filename: Type.String({ maxLength: 500 }), content: Type.String({ description: 'Base64' }) }),
        { maxItems: 50 },
      ),
    ),
  }),
});
export type ReceivedMail = Static<typeof ReceivedMail>;

export const inbound = describeResource('Email replies', {
  // Not parsed, because the provider signs the raw body.
  'POST /mail/inbound': {
    summary: 'Applicants’ replies by email, forwarded by the email provider',
    open: true,
    body: described<Buffer>(),
  },
});
