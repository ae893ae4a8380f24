import { Flex } from '@chakra-ui/react/flex';
import { Input } from '@chakra-ui/react/input';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { toApiError } from '../../api/apiError';
import { isActiveFilesKey, saveVersion } from '../../api/studio';
import type { ListedVersion, PublishBody, StudioSession } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { FieldRow } from '../ui/FieldRow';
import { announce } from '../ui/LiveRegion';

interface PublishFormProps {
  session: StudioSession;
  isClean: boolean;
  body: Pick<PublishBody, 'subscriber' | 'changes' | 'head'>;
  onDone(version: ListedVersion): void;
}

export function PublishForm({ session, isClean, body, onDone }: PublishFormProps) {
  const messages = useMessages('studio').work;
  const [note, setNote] = useState('');
  const [when, setWhen] = useState('');
  const [problem, setProblem] = useState('');
  const [published, setKept] = useState<ListedVersion>();
  const [isBusy, setBusy] = useState(false);
  const { mutate } = useSWRConfig();
  const mayPublish = session.role === 'publish';
  async function save(how: PublishBody['when']) {
    setBusy(true);
    setProblem('');
    try {
      const version = await saveVersion({ ...body, note: note.trim(), when: how });
      announce(
        fillText(messages.saved, { number: version.live_no ?? version.id, state: messages.states[version.state] }),
      );
      await Promise.all([mutate('studio/versions'), mutate('studio/acts'), mutate(isActiveFilesKey)]);
      if (version.state === 'draft') setKept(version);
      else onDone(version);
    } catch (cause) {
      const error = toApiError(cause);
      setProblem(error.message);
      // Loads what others published, so that the draft can be merged.
      if (error.code === 'staleForms') await mutate(isActiveFilesKey);
    }
    setBusy(false);
  }
  const isNamed = note.trim() !== '' && !isBusy;
  return (
    <>
      <FieldRow label={messages.note} help={messages.noteHelp} error={problem}>
        {(control) => (
          <Input {...control} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        )}
      </FieldRow>
      {!mayPublish && <p className="rp-help">{messages.mayNot}</p>}
      <div className="rp-buttons">
        {mayPublish && (
          <Button variant="primary" disabled={!isNamed || !isClean} onClick={() => void save('now')}>
            {messages.now}
          </Button>
        )}
        <Button disabled={!isNamed} onClick={() => void save('draft')}>
          {messages.draft}
        </Button>
      </div>
      {mayPublish && (
        <Flex wrap="wrap" align="end" gap="3">
          <FieldRow label={messages.when}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                value={when}
                onChange={(event) => setWhen(event.target.value)}
              />
            )}
          </FieldRow>
          <Button
            disabled={!isNamed || !isClean || when === ''}
            onClick={() => void save(new Date(when).toISOString())}
          >
            {messages.schedule}
          </Button>
        </Flex>
      )}
      {published && (
        <Banner kind="success" title={messages.draftLink}>
          <a href={`/studio?draft=${published.id}`}>{`${window.location.origin}/studio?draft=${published.id}`}</a>
        </Banner>
      )}
    </>
  );
}
