/** Investing.com names its columns in the language of the page. */
import { describe, expect, it } from "vitest";
import { comma, date, expectedOf, readLayout } from "./layout-case.ts";
import type { LayoutCase } from "./layout-case.ts";

const LAYOUTS: readonly LayoutCase[] = (
  [
    [
      "German",
      "Historische Daten",
      '"Datum","Zuletzt","Eröffn.","Hoch","Tief","Vol.","+/- %"',
      "dd.mm.yyyy",
      true,
    ],
    [
      "French",
      "Données Historiques",
      '"Date","Dernier","Ouv."," Plus Haut","Plus Bas","Vol.","Variation %"',
      "dd/mm/yyyy",
      true,
    ],
    [
      "Spanish",
      "Datos históricos",
      '"Fecha","Último","Apertura","Máximo","Mínimo","Vol.","% var."',
      "dd.mm.yyyy",
      true,
    ],
    [
      "Italian",
      "Dati Storici",
      '"Data","Ultimo","Apertura","Massimo","Minimo","Vol.","Var. %"',
      "dd.mm.yyyy",
      true,
    ],
    [
      "Portuguese",
      "Dados Históricos",
      '"Data","Último","Abertura","Máxima","Mínima","Vol.","Var%"',
      "dd.mm.yyyy",
      true,
    ],
    [
      "Dutch",
      "Historische Data",
      '"Datum","Laatste","Open","Hoog","Laag","Vol.","+/- %"',
      "dd-mm-yyyy",
      true,
    ],
    [
      "Polish",
      "Dane historyczne",
      '"Data","Ostatnio","Otwarcie","Max.","Min.","Wol.","Zmiana%"',
      "dd.mm.yyyy",
      true,
    ],
    [
      "Russian",
      "Прошлые данные",
      '"Дата","Цена","Откр.","Макс.","Мин.","Объём","Изм. %"',
      "dd.mm.yyyy",
      true,
    ],
    [
      "Turkish",
      "Geçmiş Verileri",
      '"Tarih","Şimdi","Açılış","Yüksek","Düşük","Hac.","Fark %"',
      "dd.mm.yyyy",
      true,
    ],
    [
      "Swedish",
      "Historisk Data",
      '"Datum","Senaste","Öppen","Högsta","Lägsta","Vol.","+/- %"',
      "yyyy-mm-dd",
      true,
    ],
    ["Danish", "Historiske data", '"Dato","Seneste","Åben","Høj","Lav","Vol.","+/- %"', "dd.mm.yyyy", true],
    [
      "Finnish",
      "Historiatiedot",
      '"Päivämäärä","Viimeisin","Avaus","Ylin","Alin","Vol.","Muutos %"',
      "dd.mm.yyyy",
      true,
    ],
    [
      "Greek",
      "Ιστορικά Στοιχεία",
      '"Ημερομηνία","Τελευταία","Άνοιγμα","Υψηλό","Χαμηλό","Όγκ.","% Αλλαγή"',
      "dd.mm.yyyy",
      true,
    ],
    ["Korean", "과거 데이터", '"날짜","종가","시가","고가","저가","거래량","변동 %"', "yyyy-mm-dd", false],
    [
      "Japanese",
      "過去データ",
      '"日付け","終値","始値","高値","安値","出来高","変化率 %"',
      "yyyy年mm月dd日",
      false,
    ],
    ["Chinese", "历史数据", '"日期","收盘","开盘","高","低","交易量","涨跌幅"', "yyyy-mm-dd", false],
    [
      "Arabic",
      "البيانات التاريخية",
      '"التاريخ","الأخير","الفتح","الأعلى","الأدنى","الحجم","% التغيير"',
      "dd/mm/yyyy",
      false,
    ],
    [
      "Hebrew",
      "נתונים היסטוריים",
      '"תאריך","שער","פתיחה","גבוה","נמוך","נפח","% שינוי"',
      "dd.mm.yyyy",
      false,
    ],
    ["Thai", "ข้อมูลในอดีต", '"วันเดือนปี","ล่าสุด","เปิด","สูงสุด","ต่ำสุด","ปริมาณ","% เปลี่ยน"', "dd/mm/yyyy", false],
    [
      "Vietnamese",
      "Dữ liệu lịch sử",
      '"Ngày","Lần cuối","Mở","Cao","Thấp","KL","% Thay đổi"',
      "dd/mm/yyyy",
      false,
    ],
    [
      "Indonesian",
      "Data Historis",
      '"Tanggal","Terakhir","Pembukaan","Tertinggi","Terendah","Vol.","Perubahan%"',
      "dd/mm/yyyy",
      false,
    ],
    [
      "Hindi",
      "ऐतिहासिक डेटा",
      '"तारीख","नवीनतम","खोला गया","उच्च","निम्न","वॉल्यूम","बदलें %"',
      "dd-mm-yyyy",
      false,
    ],
  ] as const
).map(([language, words, head, shape, hasComma]): LayoutCase => ({
  vendor: `Investing.com in ${language}`,
  file: `ACME ${words}.csv`,
  head,
  row: ({ iso, o, h, l, c, v }) => {
    const figures = [c, o, h, l].map((figure) => (hasComma ? comma(figure) : figure));
    return [date(iso, shape), ...figures, `${v / 1000}K`, hasComma ? "1,20%" : "1.20%"]
      .map((cell) => `"${cell}"`)
      .join(",");
  },
  newestFirst: true,
  answers: { symbol: "ACME" },
  symbol: "ACME",
}));

describe("Investing.com", () => {
  it.each(LAYOUTS)("$vendor", async (layout) => {
    expect(await readLayout(layout)).toEqual(expectedOf(layout));
  });
});
