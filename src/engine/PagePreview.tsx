import { FirstPage } from '../../widgets/upload/FirstPage';

export function PagePreview({ file }: { file: File }) {
  return <FirstPage key={`${file.name} ${file.lastModified}`} find={() => file.arrayBuffer()} fallback={null} />;
}

/** Exported here, because the app can't import widgets. */
export { drawTypedSignature } from '../../widgets/signature/fonts';

export { PageCanvas, usePage } from '../../widgets/upload/FirstPage';
