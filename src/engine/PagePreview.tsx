import { FirstPage } from '../../widgets/upload/FirstPage';

/** The first page of a PDF that was chosen and not stored, drawn in this browser. */
export function PagePreview({ file }: { file: File }) {
  return <FirstPage key={`${file.name} ${file.lastModified}`} find={() => file.arrayBuffer()} fallback={null} />;
}

/** The picture of a typed signature, for the app, which knows the widgets through the engine only. */
export { drawTypedSignature } from '../../widgets/signature/fonts';

/** A page of a stored PDF as a picture, for the app. */
export { PageCanvas, usePage } from '../../widgets/upload/FirstPage';
