import { useState } from 'react';
import texts from '../../../schemas/texts/account.json';
import { createAct } from '../../api/act';
import { toApiError } from '../../api/apiError';
import { forgetOpenings } from '../../api/opening';
import { applyForAnother, switchApplication, useOwnApplications } from '../../api/success';
import type { LoginRecords } from '../../contract/account';
import { fillText } from '../../model/fillText';
import { formatMoment } from '../../model/format';
import { beginSession } from '../session/sessionEnd';
import { sessionStore } from '../session/sessionStore';
import { isFinished, useApplication } from '../shell/application';
import { Button } from '../ui/Button';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';
import { EntryPart, Lead, Row, Rows } from './EntryPart';
import { messageOf } from './LoadProblem';

const said = texts.another;

/** The applicant's applications at this landlord, and beginning another one with what is still fresh of this one. */
export function AnotherHome() {
  const application = useApplication();
  const { data } = useOwnApplications(application.trn_id);
  const [act] = useState(createAct);
  const [isPending, go] = usePending(async (call: () => Promise<LoginRecords>, path: string) => {
    try {
      const { loginName } = sessionStore.read();
      await beginSession(await call(), loginName);
      forgetOpenings();
      // Everything that is known belongs to the application that is left.
      window.location.assign(path);
    } catch (cause) {
      toast('error', messageOf(toApiError(cause), said.failed));
    }
  });
  if (!data) return null;
  const others = data.applications.filter(({ current }) => !current);
  const isOpen = others.some(({ submitted_at }) => submitted_at === null);
  const mayBegin = isFinished(application) && !isOpen && data.places.length > 0;
  if (others.length === 0 && !mayBegin) return null;
  return (
    <EntryPart name="another" title={said.heading}>
      {others.length > 0 && (
        <Rows>
          {others.map(({ number, place, submitted_at }) => (
            <Row key={number}>
              <div>
                <strong translate="no">{place}</strong>
                <p>
                  {submitted_at
                    ? fillText(said.submitted, { number, date: dayOf(submitted_at) })
                    : fillText(said.open, { number })}
                </p>
              </div>
              <Button
                aria-disabled={isPending}
                aria-label={fillText(said.goNamed, { number })}
                onClick={() => void go(() => switchApplication(number), submitted_at ? '/success' : '/instruction')}
              >
                {said.go}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {mayBegin && (
        <>
          <Lead>{fillText(said.lead, { subscriber: application.subscriber_name })}</Lead>
          <Rows>
            {data.places.map(({ link, name }) => (
              <Row key={link}>
                <strong translate="no">{name}</strong>
                <Button
                  aria-disabled={isPending}
                  aria-label={fillText(said.applyNamed, { name })}
                  onClick={() => void go(() => act(link, (key) => applyForAnother(link, key)), '/instruction')}
                >
                  {said.apply}
                </Button>
              </Row>
            ))}
          </Rows>
        </>
      )}
    </EntryPart>
  );
}

const dayOf = (moment: string) => formatMoment(moment, { dateStyle: 'medium' }, document.documentElement.lang);
