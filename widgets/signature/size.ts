/** Every signature, drawn or typed, is a picture of this size (spec 002 §12). */
export const signatureSize = { width: 380, height: 200 };
