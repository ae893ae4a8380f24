import { describe, expect, it } from 'vitest';
import { findWrongSpanish, readTerms } from './spanishWords';

describe('findWrongSpanish', () => {
  it('reads at least 50 terms with words to avoid from docs/glossary.md', () => {
    expect(readTerms().filter(({ wrong }) => wrong.length > 0).length).toBeGreaterThanOrEqual(50);
  });

  it.each([
    ['Settings', 'Ajustes', '"Ajustes": use configuración'],
    ['Move-in date', 'Fecha de mudanza', '"Fecha de mudanza": use fecha de entrada'],
    ['Pay stubs', 'Recibos de sueldo', '"Recibos de sueldo": use talón de pago'],
    ['Reply to this email.', 'Responda a este correo.', '"correo": use correo electrónico'],
    ['Your applications', 'Sus aplicaciones', '"aplicaciones": use solicitud'],
    ['{n, plural, one {# link} other {# links}}', '{n, plural, one {# liga} other {# enlaces}}', '"liga": use enlace'],
  ])('finds a wrong word in the Spanish of %j', (english, spanish, found) => {
    expect(findWrongSpanish(english, spanish)).toEqual([found]);
  });

  it.each([
    ['Scan this code with an authenticator app.', 'Escanee este código con una aplicación de autenticación.'],
    ['Write to {email}.', 'Escriba a {email}.'],
    ['Emails', 'Correos electrónicos'],
    ['assigned to you', 'está a su cargo'],
  ])('finds nothing in the Spanish of %j', (english, spanish) => {
    expect(findWrongSpanish(english, spanish)).toEqual([]);
  });
});
