// Invented examples, shown in OpenAPI.

import type { AnswerOf, BodyOf } from './call';
import type { Contract } from './contract';
import type { ListedApplication } from './office';
import type { WebhookEvent } from './webhooks';

type Examples = {
  [Name in keyof Contract]?: { body?: BodyOf<Contract[Name]>; records?: AnswerOf<Contract[Name]> };
};

const ID = '7k3mQ0vX2cPz8LhTn4RbW';

const listed = {
  id: '100011',
  name: 'Robin Hale',
  email: 'robin@example.com',
  place: '12 Alder Court, Unit 4B',
  status: 'inReview',
  revision: 3,
  submitted_at: '2026-11-22T15:04:05.000Z',
  changed_at: '2026-11-23T09:30:00.000Z',
  move_in: '2027-01-01',
  household: 2,
  income: 4333.33,
  rent: 1450,
  checks: 'open',
  attention: [{ kind: 'missing', count: 2 }],
  due_at: '2026-11-30T06:00:00.000Z',
  unread: true,
  unread_messages: 0,
  assigned_to: { id: 'p_2', name: 'Dana Whitfield' },
} satisfies ListedApplication;

export const examples: Examples = {
  'GET /office/applications': { records: { applications: [listed], households: [], total: 1, next: null } },
  'POST /office/applications/:id/acts': {
    body: {
      act: 'askDocuments',
      revision: 3,
      documents: [{ document_id: 4, source_id: 0, text: 'Please send page 2, too.' }],
    },
    records: { status: 'documentsNeeded', revision: 4 },
  },
  'POST /office/applications/:id/assign': {
    body: { revision: 4, person: 'p_2' },
    records: { status: 'documentsNeeded', revision: 5 },
  },
  'POST /office/applications/:id/notes': {
    body: { text: 'Called the employer; Robin has worked there since 2021.' },
    records: { id: 12, at: '2026-11-23T09:31:00.000Z' },
  },
  'GET /office/applications/:id/documents/:document': {
    records: { url: '/api/files/81?token=example' },
  },
  'POST /office/applications/:id/reveal': {
    body: { kinds: ['ssn'], why: 'To order the background check' },
    records: {
      seconds: 60,
      kinds: ['ssn'],
      until: '2026-11-23T09:46:00.000Z',
      lines: [{ section: 'ssn', key: '/SSNNumber', label: 'Social Security number', text: '900-55-0143' }],
    },
  },
  'GET /office/people': {
    records: {
      people: [
        {
          id: 'p_2',
          name: 'Dana Whitfield',
          email: 'dana@example.com',
          role: 'owner',
          has_factor: true,
          seen_at: null,
        },
      ],
    },
  },
  'POST /office/people': { body: { email: 'lee@example.com', name: 'Lee Moreau', role: 'reviewer' } },
  'POST /users/exchange': { body: { trn_id: ID, url: 'alder-court', token: 'the code of the link' } },
};

export const webhookExample: WebhookEvent = {
  type: 'document.added',
  timestamp: '2026-11-23T01:40:12.000Z',
  data: {
    application: ID,
    number: '100042',
    status: 'inReview',
    submitted_at: '2026-11-22T15:04:05.000Z',
    document: 81,
    document_id: 4,
    source_id: 0,
  },
};
