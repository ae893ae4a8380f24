import { useState } from 'react';
import { getFileAddress } from '../../api/documents';
import { useMessages } from '../../messages/useMessages';
import type { StoredDocument } from '../../model/formContext';
import type { IncomeChecks } from '../../model/income/checks/documentChecks';
import { type CheckStatus, findFileStatus } from '../../model/income/checks/fileStatus';
import { fillText } from '../../model/messages/fillText';
import { alert } from '../ui/QuestionHost';
import './fileLink.css';

export interface NamedFile {
  path: string;
  name: string;
  status?: CheckStatus;
  /** Returns the file's URL. Called on click, because the URL expires within minutes. */
  address(): Promise<string>;
}

/** `checks`: undefined if the step's documents aren't checked. */
export function toNamedFile(document: StoredDocument, checks: IncomeChecks | undefined): NamedFile {
  return {
    path: document.blob_path,
    name: document.name,
    status: checks && findFileStatus(checks, document),
    address: () => getFileAddress(document, 'file'),
  };
}

/** Opens a file, and shows its result. */
export function FileLink({ file }: { file: NamedFile }) {
  const { answers } = useMessages('steps');
  const [isOpening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    await openInTab(file);
    setOpening(false);
  };
  return (
    <>
      <button
        type="button"
        className="rp-button"
        data-variant="link"
        aria-label={fillText(answers.open, { name: file.name })}
        aria-busy={isOpening || undefined}
        onClick={() => void open()}
      >
        {file.name}
      </button>
      {file.status && <FileResult status={file.status} />}
    </>
  );
}

/** `count`: the number of files with this result, if it isn't beside a file's name. */
export function FileResult({ status, count }: { status: CheckStatus; count?: number }) {
  const messages = useMessages('document-checks');
  const whole: Partial<Record<CheckStatus, string>> = { unread: messages.unreadText, good: messages.goodFiles };
  return (
    <small className="ap-file-result" translate="yes" data-status={status}>
      {fillText((count && whole[status]) || messages[status], { n: count })}
    </small>
  );
}

/** Opens a file in a new tab. The tab opens before the URL is known, because browsers block popups that open later. */
export async function openInTab({ address }: Pick<NamedFile, 'address'>): Promise<void> {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const place = await address();
    if (tab) tab.location.href = place;
  } catch (error) {
    tab?.close();
    await alert({ title: error instanceof Error ? error.message : String(error) });
  }
}
