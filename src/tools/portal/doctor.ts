import { messages } from '../../messages/serverMessages';
import { messageIn } from '../../model/answers/paths';
import { fillText } from '../../model/messages/fillText';
import { type Config, findRoot, readConfig } from '../../server/platform/config';
import { readKeys } from '../../server/platform/crypto/seal';
import type { CommandResult } from '../../server/platform/db/operatorSocket';
import { readSecretFiles, secretSettings } from '../../server/platform/secretFiles';
import { type Command, CommandError } from './command';
import { type Check, checkDatabase, checkFiles, checkMail, checkScanner } from './doctorChecks';

type Environment = Record<string, string | undefined>;

/** Adds `doctor` to the help. `ask` calls `doctor()` directly, because the checks must work without a database. */
export const doctorCommands: Record<string, Command> = {
  doctor: {
    about:
      "Checks settings, database, keys, clock, file store, email and virus scanner, and says what to fix. Exit code 1 if there's a problem.",
    places: [],
    async run({ print }) {
      const { lines, code } = await doctor(process.env);
      const [result = '', ...checks] = lines.toReversed();
      for (const line of checks.reverse()) print(line);
      if (code) throw new CommandError(result);
      print(result);
    },
  },
};

/** Checks what the server needs. Returns a line for each check, followed by the fix if there's a problem. */
export async function doctor(environment: Environment): Promise<CommandResult> {
  const settings = checkSettings(environment);
  const checks = settings.config
    ? [settings.check, ...(await checkDatabase(settings.config)), ...(await checkOthers(settings.config))]
    : [settings.check];
  const failed = checks.filter(({ fix }) => fix).length;
  const lines = [...checks.flatMap(drawCheck), '', fillText(messages('operator').doctor.result, { failed })];
  return { lines: lines.map((line) => redact(line, environment)), code: failed ? 1 : 0 };
}

const checkOthers = (config: Config) => Promise.all([checkFiles(config), checkMail(config), checkScanner(config)]);

function drawCheck({ title, found, fix }: Check): string[] {
  return fix ? [`✘  ${title}: ${found}`, `   ${fix}`] : [`ok ${title}: ${found}`];
}

function checkSettings(environment: Environment): { check: Check; config?: Config } {
  const { settings: texts } = messages('operator').doctor;
  try {
    const config = readConfig(environment, findRoot());
    for (const [name, key] of [
      ['DATA_KEY', config.dataKey],
      ['TOKEN_KEY', config.tokenKey],
    ] as const)
      if (key) readKeys(key, name, config.dataDir);
    const fix =
      config.production && !environment.APP_URL
        ? fillText(messages('operator').noAppUrl, { appUrl: config.appUrl })
        : undefined;
    return { config, check: { title: texts.title, found: config.production ? texts.production : texts.trial, fix } };
  } catch (cause) {
    return { check: { title: texts.title, found: messageIn(cause), fix: texts.fix } };
  }
}

/** Removes secrets, because errors from databases and email servers may repeat them. */
function redact(line: string, environment: Environment): string {
  return listSecrets(environment).reduce((text, secret) => text.replaceAll(secret, '…'), line);
}

function listSecrets(environment: Environment): string[] {
  const given = secretSettings.map((name) => readOne(environment, name)).filter((value) => value !== undefined);
  const passwords = given.flatMap((value) => (URL.canParse(value) ? new URL(value).password : []));
  return [...given, ...passwords, ...passwords.map(decodeURIComponent)].filter((secret) => secret.length > 3);
}

function readOne(environment: Environment, name: string): string | undefined {
  try {
    return readSecretFiles({ [name]: environment[name], [`${name}_FILE`]: environment[`${name}_FILE`] })[name];
  } catch {
    return environment[name];
  }
}
