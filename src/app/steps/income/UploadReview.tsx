import { Box } from '@chakra-ui/react/box';
import { useSyncExternalStore } from 'react';
import texts from '../../../../schemas/texts/income.json';
import { documentType } from '../../../model/documents';
import { fillText } from '../../../model/fillText';
import type { StoredDocument } from '../../../model/formContext';
import { isRecord } from '../../../model/paths';
import type { Answers } from '../../../model/types';
import type { DocumentStore } from '../../form/formServices';
import type { LoadedStep } from '../../form/loadedStep';
import type { LoadedSection } from '../../form/panels';
import type { SectionController } from '../../form/sectionController';

interface UploadReviewProps {
  loaded: LoadedStep;
  controller: SectionController;
  documentStore: DocumentStore;
}

const words = texts.review;

/** The uploading review area: one block for each employer, other income and account, with the files it has (spec 002 §2). */
export function UploadReview({ loaded, controller, documentStore }: UploadReviewProps) {
  const documents = useSyncExternalStore(documentStore.subscribe, documentStore.list);
  const blocks = reviewBlocks(loaded.sections, controller.answers);
  if (blocks.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="uploads-review" {...REVIEW}>
      <Box as="h3" id="uploads-review" fontWeight="bold">
        {words.title}
      </Box>
      <ul>
        {blocks.map((block) => (
          <Block key={`${block.documentId}-${block.sourceId}`} block={block} documents={documents} />
        ))}
      </ul>
    </Box>
  );
}

const REVIEW = {
  marginBottom: '6',
  padding: '4',
  borderRadius: 'card',
  bg: 'surface',
  overflowWrap: 'anywhere',
} as const;
const LINE = { marginTop: '3', paddingTop: '3', borderTop: '1px solid {colors.hair}' } as const;
const SMALL = { color: 'muted', fontSize: 'small' } as const;

function Block({ block, documents }: { block: ReviewBlock; documents: readonly StoredDocument[] }) {
  const { documentId, sourceId, name, n } = block;
  const files = documents.filter((one) => one.document_id === documentId && one.source_id === sourceId);
  return (
    <Box as="li" {...LINE}>
      <Box as="h4" fontWeight="medium">
        {documentType(documentId)?.title}: <span translate="no">{name ?? fillText(words.unnamed, { n })}</span>
      </Box>
      {files.length === 0 ? (
        <Box as="p" {...SMALL}>
          {words.none}
        </Box>
      ) : (
        <Box as="ul" {...SMALL}>
          {files.map((file) => (
            <li key={file.id} translate="no">
              {file.name}
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

/** A source whose documents are looked over: an employer, another income, a bank account. */
export interface ReviewBlock {
  documentId: number;
  sourceId: number;
  /** Its place in its list, from 1. */
  n: number;
  name?: string;
}

/** What a source is called, by the member that says it. */
const NAMES = ['employer_name', 'bank_name', 'other_income_type'];

/** The sources of a step in the order of its sections; a section has them when its `ui:entries` names their document type. */
export function reviewBlocks(
  sections: readonly LoadedSection[],
  answersOf: (section: LoadedSection) => Answers,
): ReviewBlock[] {
  return sections.flatMap((section) => {
    const entries = section.served.ui['ui:entries'];
    if (!isRecord(entries) || typeof entries.source !== 'number') return [];
    const answers = answersOf(section);
    const rows = answers[String(entries.answer)] === 'Yes' ? answers[String(entries.list)] : [];
    const documentId = entries.source;
    return (Array.isArray(rows) ? rows : []).filter(isRecord).map((row, index) => {
      const name = NAMES.map((member) => row[member]).find((one) => typeof one === 'string' && one !== '');
      return { documentId, sourceId: Number(row.id), n: index + 1, ...(name ? { name: String(name) } : {}) };
    });
  });
}
