import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { toApiError } from '../../api/apiError';
import { clearBootstrap } from '../../api/bootstrap';
import { createIdempotentCall } from '../../api/idempotentCall';
import { applyForAnother, switchApplication, useOwnApplications } from '../../api/success';
import type { LoginRecords } from '../../contract/account';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import { fillText } from '../../model/messages/fillText';
import { beginSession } from '../session/sessionEnd';
import { sessionStore } from '../session/sessionStore';
import { isFinished, useApplication } from '../shell/application';
import { Button } from '../ui/Button';
import { refusalMessage } from '../ui/LoadError';
import { Lead, PagePart, Row, Rows } from '../ui/PagePart';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';

export function OtherApplications() {
  const messages = useMessages('account').another;
  const application = useApplication();
  const { data } = useOwnApplications(application.trn_id);
  const [applyOnce] = useState(createIdempotentCall);
  const [isPending, go] = usePending(async (call: () => Promise<LoginRecords>, path: string) => {
    try {
      const { loginName } = sessionStore.read();
      await beginSession(await call(), loginName);
      clearBootstrap();
      // A full page load clears the old application's cached data.
      window.location.assign(path);
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), messages.failed));
    }
  });
  useLinkedPart();
  if (!data) return null;
  const others = data.applications.filter(({ current }) => !current);
  const isOpen = others.some(({ submitted_at }) => submitted_at === null);
  const mayBegin = isFinished(application) && !isOpen && data.places.length > 0;
  if (others.length === 0 && !mayBegin) return null;
  return (
    <PagePart name="another" title={messages.heading} isAnchor>
      {others.length > 0 && (
        <Rows>
          {others.map(({ number, place, submitted_at }) => (
            <Row key={number}>
              <div>
                <strong translate="no">{place}</strong>
                <p>
                  {submitted_at
                    ? fillText(messages.submitted, { number, date: formatDay(submitted_at) })
                    : fillText(messages.open, { number })}
                </p>
              </div>
              <Button
                aria-disabled={isPending}
                aria-label={fillText(messages.goNamed, { number })}
                onClick={() => void go(() => switchApplication(number), submitted_at ? '/success' : '/instruction')}
              >
                {messages.go}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {mayBegin && (
        <>
          <Lead>{fillText(messages.lead, { subscriber: application.subscriber_name })}</Lead>
          <Rows>
            {data.places.map(({ link, name }) => (
              <Row key={link}>
                <strong translate="no">{name}</strong>
                <Button
                  aria-disabled={isPending}
                  aria-label={fillText(messages.applyNamed, { name })}
                  onClick={() => void go(() => applyOnce(link, (key) => applyForAnother(link, key)), '/instruction')}
                >
                  {messages.apply}
                </Button>
              </Row>
            ))}
          </Rows>
        </>
      )}
    </PagePart>
  );
}

/** Focuses the first button of this part if the URL ends in `#another`. */
function useLinkedPart(): void {
  const { hash } = useLocation();
  // Retries until the button can receive the focus.
  useEffect(() => {
    if (hash !== '#another') return undefined;
    const timer = setInterval(() => {
      const button = document.querySelector<HTMLElement>('#another button');
      button?.focus();
      if (button && document.activeElement === button) clearInterval(timer);
    }, 100);
    return () => clearInterval(timer);
  }, [hash]);
}

const formatDay = (moment: string) => formatMoment(moment, { dateStyle: 'medium' }, document.documentElement.lang);
