import { build, type Rollup } from 'vite';
import { describe, expect, it } from 'vitest';
import { messagesPlugin } from '../../../src/messages/messagesPlugin';
import { get } from '../../support/fillSteps';
import { openServerOnDatabaseCopy } from '../../support/openServer';
import { registerApplicant } from '../../support/serverApplicants';

const arabic = {
  $schema: '../meta/translation.schema.json',
  language: 'العربية',
  direction: 'rtl',
  texts: { Address: 'العنوان', 'Log in': 'تسجيل الدخول', 'Invalid Credentials.': 'بيانات الدخول غير صحيحة.' },
};

describe('an added language in schemas/translations', async () => {
  const server = await openServerOnDatabaseCopy({ 'translations/ar.json': arabic });

  it('is used in forms and messages', async () => {
    const robin = await registerApplicant(server);
    const { sections } = (await get(server, robin, '/api/forms/application/identification?lang=ar')).json().records;
    expect(sections.find(({ name }: { name: string }) => name === 'address').schema.title).toBe('العنوان');
    const login = await server.app.inject({
      method: 'POST',
      url: '/api/users/login',
      headers: { 'accept-language': 'ar-EG,en' },
      payload: { email: robin.email, password: 'Wrong!Harbor2026' },
    });
    expect(login.json().message).toBe('بيانات الدخول غير صحيحة.');
  });

  it('is built into the app: listed with the others, with its messages in a separate chunk', async () => {
    const built = (await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [messagesPlugin(server.folder)],
      build: {
        write: false,
        target: 'es2022',
        rollupOptions: { input: 'src/app/language/pageLanguage.ts', preserveEntrySignatures: 'strict' },
      },
    })) as Rollup.RollupOutput;
    const chunks = built.output.filter((one) => one.type === 'chunk');
    const spoken = chunks.filter(({ code }) => code.includes('تسجيل الدخول'));
    expect(spoken.map(({ isDynamicEntry }) => isDynamicEntry)).toEqual([true]);
    const entry = chunks.find(({ isEntry }) => isEntry)?.code ?? '';
    for (const text of ['English', 'Español', 'العربية', 'rtl']) expect(entry).toContain(text);
  });
});
