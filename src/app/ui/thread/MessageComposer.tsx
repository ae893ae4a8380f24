import { Box } from '@chakra-ui/react/box';
import { Textarea } from '@chakra-ui/react/textarea';
import { useId, useRef, useState } from 'react';
import { toApiError } from '../../../api/apiError';
import type { OfficeThread } from '../../../contract/messages';
import { useMessages } from '../../../messages/useMessages';
import { fillText } from '../../../model/messages/fillText';
import { documentId, documentType } from '../../../model/section/documentTypes';
import { Button } from '../Button';
import { FieldRow, SelectBox } from '../FieldRow';
import { refusalMessage } from '../LoadError';
import { ask } from '../questions';
import { toast } from '../Toaster';
import { usePending } from '../usePending';

interface MessageComposerProps {
  label: string;
  maxFiles: number;
  templates?: OfficeThread['templates'];
  upload(file: File): Promise<number>;
  send(text: string, files: number[]): Promise<void>;
}

/** Keeps the text until it's sent. Stores each file only once, even if Send is pressed again. */
export function MessageComposer({ label, maxFiles, templates = [], upload, send }: MessageComposerProps) {
  const messages = useMessages('thread');
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [error, setError] = useState<string>();
  const stored = useRef(new WeakMap<File, number>());
  async function store(file: File): Promise<number> {
    const id = stored.current.get(file) ?? (await upload(file));
    stored.current.set(file, id);
    return id;
  }
  const [isPending, submit] = usePending(async () => {
    setError(undefined);
    try {
      const ids: number[] = [];
      for (const file of files) ids.push(await store(file));
      await send(text, ids);
      setText('');
      setFiles([]);
      toast('success', messages.sent);
    } catch (cause) {
      const problem = toApiError(cause);
      const own = problem.fieldErrors?.map((one) => one.message).join(' ');
      if (own) setError(own);
      else toast('error', refusalMessage(problem, messages.failed));
    }
  });
  return (
    <div>
      {templates.length > 0 && <TemplateChoice templates={templates} text={text} onChoose={setText} />}
      <FieldRow label={label} error={error}>
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            value={text}
            onChange={({ target }) => [setText(target.value), setError(undefined)]}
          />
        )}
      </FieldRow>
      {maxFiles > 0 && <FileChoice files={files} max={maxFiles} onChange={setFiles} />}
      <div className="rp-buttons">
        <Button aria-disabled={isPending} onClick={() => void submit()}>
          {isPending ? messages.sending : messages.send}
        </Button>
      </div>
    </div>
  );
}

interface TemplateChoiceProps {
  templates: OfficeThread['templates'];
  text: string;
  onChoose(text: string): void;
}

function TemplateChoice({ templates, text, onChoose }: TemplateChoiceProps) {
  const messages = useMessages('thread').office;
  const isOwn = text.trim() !== '' && templates.every((template) => template.text !== text);
  const current = templates.find((template) => template.text === text)?.id ?? '';
  async function choose(id: string): Promise<void> {
    if (isOwn && !(await ask({ kind: 'confirm', ...messages.replace }))) return;
    onChoose(templates.find((template) => template.id === id)?.text ?? '');
  }
  return (
    <FieldRow label={messages.template}>
      {(control) => (
        <SelectBox {...control} value={current} onChange={({ target }) => void choose(target.value)}>
          <option value="">{messages.noTemplate}</option>
          {templates.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectBox>
      )}
    </FieldRow>
  );
}

interface FileChoiceProps {
  files: readonly File[];
  max: number;
  onChange(files: readonly File[]): void;
}

function FileChoice({ files, max, onChange }: FileChoiceProps) {
  const messages = useMessages('thread');
  const input = useRef<HTMLInputElement>(null);
  const help = useId();
  return (
    <Box marginBlock="3">
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={documentType(documentId('message'))?.files.join(',')}
        aria-label={messages.files}
        onChange={({ target }) => {
          onChange([...files, ...(target.files ?? [])].slice(0, max));
          target.value = '';
        }}
      />
      <ul>
        {files.map((file) => (
          <Box as="li" key={`${file.name}/${file.lastModified}/${file.size}`} {...CHOSEN}>
            <Box as="span" overflowWrap="anywhere" translate="no">
              {file.name}
            </Box>
            <Button
              aria-label={fillText(messages.removeOne, { name: file.name })}
              onClick={() => onChange(files.filter((one) => one !== file))}
            >
              {messages.remove}
            </Button>
          </Box>
        ))}
      </ul>
      {files.length < max && (
        <Button aria-describedby={help} onClick={() => input.current?.click()}>
          {messages.files}
        </Button>
      )}
      <p className="rp-help" id={help}>
        {fillText(messages.filesHelp, { n: max })}
      </p>
    </Box>
  );
}

const CHOSEN = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  paddingBlock: '1',
} as const;
