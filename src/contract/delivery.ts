import { type Static, Type } from 'typebox';
import { described, describeResource } from './call';

/** A bounce or complaint from an email provider, signed with Standard Webhooks. Other valid events are ignored. */
export const MailEvent = Type.Object({
  type: Type.String({ description: 'email.bounced or email.complained' }),
  timestamp: Type.String({ format: 'date-time' }),
  data: Type.Object({
    to: Type.Array(Type.String({ maxLength: 254 }), { minItems: 1, maxItems: 50 }),
    bounce: Type.Optional(
      Type.Object({
        type: Type.Optional(Type.String({ description: '`Transient` if later emails may still be delivered' })),
        message: Type.Optional(Type.String()),
      }),
    ),
  }),
});
export type MailEvent = Static<typeof MailEvent>;

export const delivery = describeResource('Email delivery', {
  // Not parsed, because the provider signs the raw body.
  'POST /mail/events': {
    summary: 'Bounces and complaints, reported by the email provider',
    open: true,
    body: described<Buffer>(),
  },
});
