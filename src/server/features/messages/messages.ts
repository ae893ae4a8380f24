import { digestHour } from '../../../model/officeThread';
import { documentId } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Feature } from '../../applications/feature';
import { deleteUnsentFiles } from '../../applications/messages/messageRepository';
import { enqueue } from '../../platform/jobs/jobRepository';
import { inboundRoutes } from './inboundRoutes';
import { sendMessageMail, sendReplyProblem } from './messageMail';
import { messageRoutes, type OfficeGuard, officeMessageRoutes } from './messageRoutes';
import { messagesErrors } from './messagesErrors';
import { deleteNewsOfRemoved, queueDigests } from './newsRepository';
import { newsSubscriptions, officeEmailRoutes, sendNews } from './officeNews';
import type { ReplyProblem } from './replyProblem';

export const createMessages = (office: OfficeGuard) =>
  ({
    errors: messagesErrors,
    routes(api, deps) {
      messageRoutes(api, deps);
      officeMessageRoutes(api, deps, office);
      officeEmailRoutes(api, deps, office);
      inboundRoutes(api, deps);
    },
    subscriptions: { ...newsSubscriptions, 'message.sent': ['message-mail'] },
    jobs: {
      'message-mail': {
        delay: 'messageMail',
        run: (deps, { trn, message }: { trn: string; message: number }) => sendMessageMail(deps, trn, message),
      },
      'message-problem': (deps, problem: ReplyProblem) => sendReplyProblem(deps, problem),
      'office-news': (deps: ApplicationDeps, { person }: { person: string }) => sendNews(deps, person),
    },
    queueDue: ({ db, clock }) => queueDigests(db, clock(), digestHour()),
    async deleteExpired({ db }, yesterday) {
      const names = await deleteUnsentFiles(db, documentId('officeMessage'), yesterday);
      await deleteNewsOfRemoved(db);
      for (const name of names) await enqueue(db, 'remove-file', { name });
    },
  }) satisfies Feature;
