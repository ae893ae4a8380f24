import { Box } from '@chakra-ui/react/box';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { markThreadRead, messageFileAddress, sendMessage, uploadMessageFile, useThread } from '../../api/messages';
import type { Message, Thread } from '../../contract/messages';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { openInTab } from '../form/FileLink';
import { useApplication } from '../shell/application';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Lead, PagePart } from '../ui/PagePart';
import { Skeleton } from '../ui/Skeleton';
import { MessageComposer } from '../ui/thread/MessageComposer';
import { MessageList } from '../ui/thread/MessageList';

export function MessagesSection() {
  const messages = useMessages('thread');
  const { trn_id, subscriber_name: subscriber } = useApplication();
  const { data, error, mutate } = useThread(trn_id);
  return (
    <PagePart name="messages" title={fillText(messages.title, { subscriber })} isAnchor>
      {error && !data && (
        <Banner kind="error" title={fillText(messages.loadFailed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{messages.retry}</Button>
        </Banner>
      )}
      {!data && !error && <Skeleton lines={2} />}
      {data && <OwnThread thread={data} onChange={(next) => void mutate(next, { revalidate: false })} />}
    </PagePart>
  );
}

function OwnThread({ thread, onChange }: { thread: Thread; onChange(next: Thread): void }) {
  const messages = useMessages('thread');
  const { trn_id, subscriber_name: subscriber } = useApplication();
  const nameOf = ({ from, by }: Message) =>
    from === 'applicant' ? messages.you : [by, subscriber].filter(Boolean).join(', ');
  return (
    <>
      {thread.unread > 0 && (
        <Box as="p" role="status" fontWeight="bold">
          {fillText(messages.unread, { n: thread.unread })}
        </Box>
      )}
      {thread.is_open && (
        <Lead>
          {thread.messages.length === 0 && `${messages.empty} `}
          {fillText(messages.lead, { subscriber })}
        </Lead>
      )}
      {thread.messages.length > 0 && (
        <MessageList
          messages={thread.messages}
          reader="applicant"
          nameOf={nameOf}
          onOpen={(file) => openInTab({ address: () => messageFileAddress(file) })}
          onSeen={(last) => void markThreadRead(last).then(onChange, () => {})}
        />
      )}
      {thread.is_open ? (
        <Composer isOpen={thread.messages.length > 0}>
          <MessageComposer
            label={messages.label}
            maxFiles={thread.max_files}
            upload={(file) => uploadMessageFile(trn_id, file)}
            send={async (text, files) => onChange(await sendMessage(text, files))}
          />
        </Composer>
      ) : (
        <p className="rp-help">{messages.closed}</p>
      )}
    </>
  );
}

/** Hides the form behind a button before the first message, so that it doesn't look like an unfinished task. */
function Composer({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const { write } = useMessages('thread');
  const [isWriting, setWriting] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  // Moves the focus, because the focused button is removed.
  useEffect(() => {
    if (isWriting) form.current?.querySelector('textarea')?.focus();
  }, [isWriting]);
  if (!isOpen && !isWriting) return <Button onClick={() => setWriting(true)}>{write}</Button>;
  return <div ref={form}>{children}</div>;
}
