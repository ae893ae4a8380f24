import { Box } from '@chakra-ui/react/box';
import { Navigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { toApiError } from '../../api/apiError';
import { detailKey } from '../../api/application';
import { confirmNotice, useNotices } from '../../api/notices';
import type { ShownNotice } from '../../contract/notices';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { ApplicationFrame } from '../shell/ApplicationFrame';
import { applicationFlow, isFinished, useApplication } from '../shell/application';
import { NextArea } from '../shell/Frame';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { LoadError, refusalMessage } from '../ui/LoadError';
import { NoticeText } from '../ui/NoticeText';
import { Skeleton } from '../ui/Skeleton';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';

/** Shows one legal notice at a time (schemas/jurisdictions). */
export function NoticesPage() {
  const application = useApplication();
  const { trn_id, accept_terms_and_condition_status: hasAccepted } = application;
  const { data, error, mutate } = useNotices(trn_id);
  const [next] = data?.notices.filter(isWaiting) ?? [];
  if (isFinished(application) || !hasAccepted) return <Navigate to="/" replace />;
  if (data && !next) return <Navigate to={applicationFlow().steps[0]?.route ?? '/'} replace />;
  return (
    <ApplicationFrame>
      {error && !data && <LoadError error={error} onRetry={() => void mutate()} />}
      {!data && !error && <Skeleton lines={8} holdsRest />}
      {next && <OneNotice key={next.id} notice={next} />}
    </ApplicationFrame>
  );
}

const isWaiting = ({ proof, confirmed_at }: ShownNotice) => proof === 'page' && confirmed_at === null;

function OneNotice({ notice }: { notice: ShownNotice }) {
  const messages = useMessages('entry').notice;
  const [isPending, confirm] = useConfirm(notice);
  return (
    <>
      <PageHeading title={notice.title}>{notice.title}</PageHeading>
      {/* Some laws set a minimum font size. A larger browser font size takes precedence. */}
      <Box style={notice.point_size ? { fontSize: `max(1em, ${notice.point_size}pt)` } : undefined}>
        <NoticeText notice={notice} />
      </Box>
      <p className="rp-help">{fillText(messages.source, { statute: notice.statute })}</p>
      <NextArea>
        <Button variant="primary" aria-disabled={isPending} onClick={() => void confirm()}>
          {isPending ? messages.pending : messages.confirm}
        </Button>
      </NextArea>
    </>
  );
}

function useConfirm({ id, digest }: ShownNotice) {
  const messages = useMessages('entry').notice;
  const { trn_id } = useApplication();
  const { mutate: forget } = useSWRConfig();
  const { mutate } = useNotices(trn_id);
  return usePending(async () => {
    try {
      const confirmed = await confirmNotice({ notice: id, digest });
      // Refreshes `has_notices`. Otherwise the shell would redirect back here.
      await forget(detailKey(trn_id));
      await mutate(confirmed, { revalidate: false });
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), messages.failed));
    }
  });
}
