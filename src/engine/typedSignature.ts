/** The picture of a typed signature, for the app, which knows the widgets through the engine alone. */
export { drawTypedSignature } from '../../widgets/typedSignature';
