import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { ledger, receipts } from '../../../contract/ledger';
import { toCents } from '../../../model/format/money';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { applicationErrors } from '../../applications/applicationErrors';
import { assertForm } from '../../applications/checkBody';
import type { OfficeActor } from '../../applications/review/timelineRepository';
import { languageOf } from '../../forms/languages';
import { createRefuse, generalErrors } from '../../platform/http/errors';
import { answer, routesOf } from '../../platform/http/routesOf';
import { sendPdf } from '../../platform/http/sendPdf';
import { addCost, refundByOffice } from './changeLedger';
import { describeLedger } from './describeLedger';
import { createItemizedReceipt } from './itemizedReceipt';
import { reportExceptions } from './ledgerReport';
import type { LedgerDeps } from './sendRefund';

const refuse = createRefuse(generalErrors, ...applicationErrors);

export interface OfficeGuard {
  require(deps: ApplicationDeps, scope: 'read' | 'status'): NonNullable<RouteOptions['onRequest']>;
  /** Throws `notFound`. */
  findApplication(deps: ApplicationDeps, request: FastifyRequest, number: string): Promise<{ trn: string }>;
  access(request: FastifyRequest): { subscriberId: string; by: OfficeActor };
}

export function ledgerRoutes(api: FastifyInstance, deps: LedgerDeps, office: OfficeGuard): void {
  const on = routesOf(api, deps, ledger);
  const { db, clock } = deps;
  const readAccess = { onRequest: office.require(deps, 'read') };
  const changeAccess = { onRequest: office.require(deps, 'status') };
  const textsFor = (request: FastifyRequest) => deps.forms.languages[languageOf(request)] ?? {};
  const sameBy = ({ params, body }: FastifyRequest) => [params, body];

  on(
    'GET /office/applications/:id/ledger',
    async (request) => {
      const { trn } = await office.findApplication(deps, request, request.params.id);
      return answer(await describeLedger(deps, trn, textsFor(request)));
    },
    readAccess,
  );

  on(
    'POST /office/applications/:id/costs',
    async (request, _reply, idempotencyKey) => {
      const { trn } = await office.findApplication(deps, request, request.params.id);
      const { amount, what } = assertForm(deps, 'office', 'cost', request.body);
      const cost = { trn, by: office.access(request).by, amount: toCents(Number(amount)), note: String(what) };
      await addCost(deps, { ...cost, idempotencyKey });
      return answer(await describeLedger(deps, trn, textsFor(request)));
    },
    { ...changeAccess, sameBy },
  );

  on(
    'POST /office/applications/:id/refunds',
    async (request, _reply, idempotencyKey) => {
      const { trn } = await office.findApplication(deps, request, request.params.id);
      const { amount, why } = assertForm(deps, 'office', 'refund', request.body);
      const refund = { trn, by: office.access(request).by, amount: toCents(Number(amount)), note: String(why) };
      await refundByOffice(deps, { ...refund, idempotencyKey });
      return answer(await describeLedger(deps, trn, textsFor(request)));
    },
    { ...changeAccess, sameBy },
  );

  on(
    'GET /office/ledger/exceptions',
    async (request) => {
      const { subscriberId } = office.access(request);
      const found = await reportExceptions(db, { subscriberId, now: clock() }, textsFor(request));
      return answer({ exceptions: found.map(({ subscriber: _, ...one }) => one) });
    },
    readAccess,
  );

  routesOf(
    api,
    deps,
    receipts,
  )('GET /receipt/:trn', async (request, reply) => {
    const { trn } = request.applicant;
    await deps.limits.take('export', { account: trn, address: request.ip });
    const receipt = await createItemizedReceipt(deps, trn, languageOf(request));
    if (!receipt) throw refuse('notFound');
    const { drawLetter } = await import('../../applications/letters/drawLetter');
    return sendPdf(reply, receipt.fileName, await drawLetter(receipt.letter));
  });
}
