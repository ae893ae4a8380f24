import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { useSyncExternalStore } from 'react';
import { useIncomeChecks } from '../../../engine/useIncomeChecks';
import { pageMessages, useMessages } from '../../../messages/useMessages';
import { findUi, isRecord } from '../../../model/answers/paths';
import { formatName } from '../../../model/answers/summaries';
import type { StoredDocument } from '../../../model/formContext';
import { fillText } from '../../../model/messages/fillText';
import { documentType } from '../../../model/section/documentTypes';
import type { Answers } from '../../../model/types';
import { FileLink, toNamedFile } from '../../form/FileLink';
import type { PageServices } from '../../form/formServices';
import type { LoadedStep } from '../../form/loadedStep';
import type { LoadedSection } from '../../form/panels';
import type { SectionController } from '../../form/sectionController';

interface UploadReviewProps {
  loaded: LoadedStep;
  controller: SectionController;
  services: PageServices;
}

/** Lists sources with their files (docs/spec/002-income.md, §2). */
export function UploadReview({ loaded, controller, services }: UploadReviewProps) {
  const messages = useMessages('income').review;
  const documents = useSyncExternalStore(services.documentStore.subscribe, services.documentStore.list);
  const blocks = reviewBlocks(loaded.sections, controller.answers);
  if (blocks.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="uploads-review" {...REVIEW}>
      <Box as="h3" id="uploads-review" fontWeight="bold">
        {messages.title}
      </Box>
      <ul>
        {blocks.map((block) => (
          <Block
            key={`${block.documentId}-${block.sourceId}`}
            block={block}
            documents={documents}
            services={services}
          />
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
  overflowWrap: 'break-word',
} as const;
const LINE = { marginTop: '3', paddingTop: '3', borderTop: '1px solid {colors.hair}' } as const;
const SMALL = { color: 'muted', fontSize: 'small' } as const;

interface BlockProps {
  block: ReviewBlock;
  documents: readonly StoredDocument[];
  services: PageServices;
}

function Block({ block, documents, services }: BlockProps) {
  const messages = useMessages('income').review;
  const { documentId, sourceId, name, n } = block;
  const files = documents.filter((one) => one.document_id === documentId && one.source_id === sourceId);
  return (
    <Box as="li" {...LINE}>
      <Box as="h4" fontWeight="medium">
        {documentType(documentId)?.title}: <span translate="no">{name ?? fillText(messages.unnamed, { n })}</span>
      </Box>
      {files.length === 0 ? (
        <Box as="p" {...SMALL}>
          {messages.none}
        </Box>
      ) : (
        <Box as="ul" {...SMALL}>
          {files.map((file) => (
            <File key={file.id} file={file} services={services} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function File({ file, services }: { file: StoredDocument; services: PageServices }) {
  const checks = useIncomeChecks(services.checks);
  return (
    <Flex as="li" translate="no" wrap="wrap" alignItems="center" columnGap="3" marginInlineStart="-0.25rem">
      <FileLink file={toNamedFile(file, checks)} />
    </Flex>
  );
}

export interface ReviewBlock {
  documentId: number;
  sourceId: number;
  n: number;
  name?: string;
}

const NAMES = ['employer_name', 'bank_name', 'other_income_type'];

/** Lists sources in section order. A section has sources if its `ui:entries` has a document type as `source`. */
export function reviewBlocks(
  sections: readonly LoadedSection[],
  answersOf: (section: LoadedSection) => Answers,
): ReviewBlock[] {
  return sections.flatMap((section) => {
    const entries = section.served.ui['ui:entries'];
    if (!isRecord(entries) || typeof entries.source !== 'number') return [];
    const answers = answersOf(section);
    const list = String(entries.list);
    const rows = answers[String(entries.answer)] === 'Yes' ? answers[list] : [];
    const { schema, ui } = section.served;
    const items = schema.properties?.[list]?.items ?? {};
    const rowPlace = { schema: items, ui: findUi(findUi(ui, list), 'items'), texts: pageMessages('steps').answers };
    const documentId = entries.source;
    return (Array.isArray(rows) ? rows : []).filter(isRecord).map((row, index) => {
      const [name] = NAMES.map((member) => formatName(rowPlace, [member], row)).filter(Boolean);
      return { documentId, sourceId: Number(row.id), n: index + 1, ...(name && { name }) };
    });
  });
}
