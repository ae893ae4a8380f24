/** Made by src/messages/messagesPlugin.ts. The first is the files' own language, which needs no translations. */
declare module 'virtual:languages' {
  interface SpokenLanguage {
    id: string;
    /** In the language itself. */
    name: string;
    direction: 'ltr' | 'rtl';
    words?(): Promise<{ default: Readonly<Record<string, string>> }>;
  }
  export const languages: readonly SpokenLanguage[];
  /** Hash of the messages, flows and translations at build time. */
  export const build: string;
}
