import type { Persona } from '../support/journey';
import { codeInPdf } from '../support/testPdf';
import { check, clickButton, fill, type Visit, waitForPage, waitUntil } from './controls';
import type { Tab } from './tab';

/** Completes an application, from the entry link to the page after payment. Logs in again on the way. */
export async function completeApplication(visit: Visit, persona: Persona, origin: string): Promise<void> {
  await register(visit, persona, origin);
  await logInAgain(visit, persona, origin);
  const { payment, ...steps } = persona.flows.application;
  const next = ['applicantDetail', 'incomeDetail', 'payment'];
  for (const [index, [step, sections]] of Object.entries(steps).entries()) {
    await answerStep(visit, step, Object.entries(sections));
    await waitForPage(visit.tab, `/identification/${next[index]}`);
  }
  await pay(visit, persona.card, payment);
  await waitForPage(visit.tab, '/success');
  await waitUntil(
    visit.tab,
    'the page after the payment',
    "return document.body.innerText.includes('Congratulations')",
  );
  await visit.capture('success');
}

async function register(visit: Visit, persona: Persona, origin: string): Promise<void> {
  const { tab } = visit;
  await tab.goto(origin + persona.link);
  for (const [section, answers] of Object.entries(persona.flows.entry.registration ?? {}))
    await fill(visit, section, [], answers);
  await visit.capture('registration');
  await clickButton(tab, 'Start Application');
  await waitForPage(tab, '/instruction');
  await waitUntil(tab, 'the terms', "return document.body.innerText.includes('Agree & Continue')");
  await visit.capture('instruction');
  await clickButton(tab, 'Agree & Continue');
  await waitForPage(tab, '/identification');
}

async function logInAgain(visit: Visit, persona: Persona, origin: string): Promise<void> {
  const { tab } = visit;
  await tab.run('localStorage.clear(); sessionStorage.clear();');
  await tab.goto(`${origin}/login`);
  await fill(visit, 'login', [], persona.flows.entry.login?.login);
  await visit.capture('login');
  await clickButton(tab, 'Log in');
  await waitForPage(tab, '/identification');
}

async function answerStep(visit: Visit, step: string, sections: [string, unknown][]): Promise<void> {
  for (const [index, [section, answers]] of sections.entries()) {
    await fill(visit, section, [], answers);
    await visit.capture(`${step} ${section}`);
    if (section === 'address') await checkDeleteDialog(visit);
    if (index === sections.length - 1) await clickButton(visit.tab, 'Next');
    else await openNext(visit);
  }
}

const OPEN = `return document.querySelector('[aria-expanded="true"][id$="-toggle"]')?.id ?? ''`;

/** Opens the next section. Waits for it, because pressing 'Next' too early opens that section instead of submitting. */
async function openNext({ tab }: Visit): Promise<void> {
  const before = await tab.run<string>(OPEN);
  await clickButton(tab, 'Next Tab');
  await waitUntil(
    tab,
    'the next section',
    `const open = (() => { ${OPEN} })(); return open && open !== arguments[0]`,
    before,
  );
}

/** More than the dialog's tab stops. */
const STOPS = 6;

/** Checks that the confirmation receives and keeps the focus, and that No closes it. */
async function checkDeleteDialog({ tab, capture }: Visit): Promise<void> {
  await tab.run(`document.querySelector('[id="address_address"] button[aria-label^="Delete"]').focus()`);
  await tab.click('[id="address_address"] button[aria-label^="Delete"]');
  const within = `return document.querySelector('[role=alertdialog]')?.contains(document.activeElement) ?? false`;
  await waitUntil(tab, 'the focus in the question', within);
  await capture('question');
  for (let stops = 0; stops < STOPS; stops++) {
    await tab.pressTab();
    if (!(await tab.run<boolean>(within))) throw new Error('Tab leaves the dialog');
  }
  await clickButton(tab, 'No');
  await waitUntil(tab, 'the question to go', `return !document.querySelector('[role=alertdialog]')`);
}

/** Pays with the sandbox's card fields, which are in the page itself. */
async function pay(visit: Visit, card: Persona['card'], answers: Record<string, unknown> = {}): Promise<void> {
  const { tab } = visit;
  // The address changes before the page, whose Next button would be the previous step's.
  await waitUntil(tab, 'the review', "return document.querySelector('h1')?.innerText === 'Check your answers'");
  await visit.capture('payment review');
  await clickButton(tab, 'Next');
  await waitUntil(tab, 'the terms', "return location.hash === '#tc'");
  await enterPdfCode(tab);
  await fill(visit, 'consent', [], answers.consent);
  await visit.capture('payment consent');
  await openNext(visit);
  const { number, expiry, cvc } = card ?? { number: '', expiry: '', cvc: '' };
  for (const [name, text] of Object.entries({ cardnumber: number, 'exp-date': expiry, cvc })) {
    const field = `input[name="${name}"]`;
    await waitUntil(tab, `the field '${name}'`, 'return document.querySelector(arguments[0]) !== null', field);
    await tab.type(field, text);
  }
  await fill(visit, 'payment', [], answers.payment);
  await draw(visit);
  await fill(visit, 'signature', [], answers.signature);
  await visit.capture('payment card');
  await clickButton(tab, 'Submit and pay $45.00');
}

/** Reads the PDF from the page's blob instead of downloading it. */
async function enterPdfCode(tab: Tab): Promise<void> {
  await tab.run(`const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      blob.arrayBuffer().then((bytes) => { window.testPdf = [...new Uint8Array(bytes)].join(); });
      return make.call(URL, blob);
    }`);
  await clickButton(tab, 'Open the test PDF');
  await waitUntil(tab, 'the test PDF', 'return window.testPdf !== undefined');
  const bytes = (await tab.run<string>('return window.testPdf')).split(',').map(Number);
  await tab.type('[inputmode="numeric"][maxlength="9"]', await codeInPdf(Uint8Array.from(bytes)));
  await waitUntil(tab, 'the confirmation', "return document.body.innerText.includes('The code is correct.')");
}

/** Draws a signature before switching to a typed one. */
async function draw({ tab, capture }: Visit): Promise<void> {
  await check(tab, '[id="signature_mode"] input[value="draw"]');
  const pad = '[id="signature_drawn"] canvas';
  await waitUntil(tab, 'the pad', 'return document.querySelector(arguments[0])?.width > 0', pad);
  await tab.run(`document.querySelector(arguments[0]).scrollIntoView({ block: 'center', behavior: 'instant' })`, pad);
  await tab.draw(pad);
  const isDrawn = `const { data } = document.querySelector(arguments[0]).getContext('2d').getImageData(0, 0, 400, 200);
    return data.some((value, index) => index % 4 === 3 && value > 0)`;
  await waitUntil(tab, 'the drawn signature', isDrawn, pad);
  await capture('payment drawn');
}
