import type { ApplicationType } from '../../model/types';

/** What the browser remembers of who is signed in (spec 000, section 3, Session). */
export interface Session {
  email: string;
  token: string;
  refreshToken: string;
  trnId: string;
  /** The link value through which the applicant came. */
  urlGeneratedAts: string;
  applicationType: ApplicationType | '';
  /** The applicant logged out by their own will, so nothing has to be explained on the login page. */
  logout: boolean;
  /** Registered in this session, not logged in again. */
  newApp: boolean;
}

export const noSession: Session = {
  email: '',
  token: '',
  refreshToken: '',
  trnId: '',
  urlGeneratedAts: '',
  applicationType: '',
  logout: false,
  newApp: false,
};
