import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import v8 from 'node:v8';
import { gunzipSync } from 'node:zlib';
import createCore from 'tesseract.js-core/tesseract-core-simd-lstm.js';

const require = createRequire(import.meta.url);

/** Each process reads only one page, and optimizing all the code would take 2 of its 4 seconds. */
v8.setFlagsFromString('--wasm-tiering-budget=100000000');

const LSTM_ONLY = 1;
const WHOLE_PAGE = '3';
const UPRIGHT = 1;

/** Opens Tesseract for languages such as `eng`. Throws if a language isn't available. */
export async function openTesseract(languages) {
  const tesseract = await createCore();
  for (const code of languages) tesseract.FS.writeFile(`${code}.traineddata`, gunzipSync(readFileSync(dataOf(code))));
  const reader = new tesseract.TessBaseAPI();
  if (reader.Init(null, languages.join('+'), LSTM_ONLY) !== 0)
    throw new Error(`Tesseract can't load ${languages.join('+')}`);
  reader.SetVariable('tessedit_pageseg_mode', WHOLE_PAGE);
  function show(sheet, dpi) {
    reader.SetVariable('user_defined_dpi', String(dpi));
    tesseract.FS.writeFile('/input', toPgm(sheet));
    reader.SetImageFile(UPRIGHT, 0);
  }
  return {
    /** Returns radians. */
    findAngle(sheet, dpi) {
      show(sheet, dpi);
      reader.FindLines();
      return reader.GetGradient();
    },
    read(sheet, dpi) {
      show(sheet, dpi);
      reader.Recognize(null);
      return JSON.parse(reader.GetJSONText()).blocks ?? [];
    },
  };
}

const dataOf = (code) => require.resolve(`@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`);

/** PGM needs no compression, unlike PNG. */
const toPgm = ({ data, width, height }) => Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
