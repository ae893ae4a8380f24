import { FirstPage } from '../../widgets/upload/FirstPage';

/** The first page of a PDF that was chosen and not stored, drawn in this browser. */
export function PagePreview({ file }: { file: File }) {
  return <FirstPage key={`${file.name} ${file.lastModified}`} find={() => file.arrayBuffer()} fallback={null} />;
}
