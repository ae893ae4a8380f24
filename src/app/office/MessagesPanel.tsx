import { markOfficeThreadRead, sendToApplicant, uploadOfficeFile, useOfficeThread } from '../../api/messages';
import type { Message, OfficeThread } from '../../contract/messages';
import type { OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { ToastSlot } from '../ui/ToastSlot';
import { MessageComposer } from '../ui/thread/MessageComposer';
import { MessageList } from '../ui/thread/MessageList';
import { languageName } from './languageName';

interface MessagesPanelProps {
  application: Pick<OfficeApplication, 'id' | 'name'>;
  mayWrite: boolean;
  onShow(document: number): void;
}

/** Messages stay unread if a read-only user opens them. */
export function MessagesPanel({ application, mayWrite, onShow }: MessagesPanelProps) {
  const messages = useMessages('thread');
  const { data, error, mutate } = useOfficeThread(application.id);
  return (
    <section className="of-panel" aria-labelledby="messages">
      <h2 id="messages">{messages.office.title}</h2>
      {error && !data && (
        <Banner kind="error" title={fillText(messages.loadFailed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{messages.retry}</Button>
        </Banner>
      )}
      {data && (
        <ThreadWithApplicant
          thread={data}
          application={application}
          mayWrite={mayWrite}
          onShow={onShow}
          onChange={(next) => void mutate(next, { revalidate: false })}
        />
      )}
    </section>
  );
}

interface ThreadProps extends MessagesPanelProps {
  thread: OfficeThread;
  onChange(next: OfficeThread): void;
}

function ThreadWithApplicant({ thread, application: { id, name }, mayWrite, onShow, onChange }: ThreadProps) {
  const messages = useMessages('thread');
  const { language, templates, is_open: isOpen, max_files: maxFiles } = thread;
  const nameOf = ({ from, by }: Message) => (from === 'applicant' ? name : by || messages.office.system);
  return (
    <>
      <MessageList
        messages={thread.messages}
        reader="office"
        nameOf={nameOf}
        onOpen={(file) => onShow(file.id)}
        onSeen={mayWrite ? (last) => void markOfficeThreadRead(id, last).then(onChange, () => {}) : undefined}
      />
      {!isOpen && <p className="rp-help">{messages.office.closed}</p>}
      {isOpen && mayWrite && (
        <div className="of-write">
          <p className="rp-help">{fillText(messages.office.language, { language: languageName(language) })}</p>
          <ToastSlot />
          <MessageComposer
            label={fillText(messages.office.label, { name })}
            maxFiles={maxFiles}
            templates={templates}
            upload={(file) => uploadOfficeFile(id, file)}
            send={async (text, files) => onChange(await sendToApplicant(id, text, files))}
          />
        </div>
      )}
    </>
  );
}
