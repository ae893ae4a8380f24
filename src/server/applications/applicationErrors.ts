import { createRefuse, defineErrors, generalErrors } from '../platform/http/errors';

export const applicationErrors = [
  defineErrors('server', { unknown: 406, revoked: 406, expired: 406 }),
  defineErrors('server-application', {
    fileEmpty: 400,
    fileTooSmall: 400,
    fileDamaged: 400,
    photoDamaged: 400,
    fileProtected: 400,
    filePasswordNeeded: 400,
    filePasswordWrong: 400,
    fileDynamicForm: 400,
    fileTooManyPages: 400,
    fileInfected: 422,
    scannerDown: 503,
    pictureTooLarge: 400,
    uploadBroken: 400,
    uploadCanceled: 409,
    noSuchDocumentType: 400,
    tooManyDocuments: 400,
    stepOrder: 409,
    submitted: 409,
    notSubmitted: 409,
    secondaryComplete: 409,
    noticesMissing: 409,
    noticeChanged: 409,
    documentHidden: 422,
    fileTooBig: 413,
    proofTooBig: 413,
    fileWrongType: 415,
    filePdfOnly: 415,
    filePictureOnly: 415,
  }),
  defineErrors('server-office', { staleAct: 409, noSuchAct: 409 }),
];

export const refuse = createRefuse(generalErrors, ...applicationErrors);
