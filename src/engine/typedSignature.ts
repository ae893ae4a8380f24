/** The picture of a typed signature, for the app, which knows the widgets through the engine only. */
export { drawTypedSignature } from '../../widgets/typedSignature';
