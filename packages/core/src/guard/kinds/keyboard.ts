import type { TypedKey } from '../act.ts';
import type { Element } from '@handeye/screen/snapshot';
import { ownLabels, pressedBy } from './screen/pressed.ts';
import { fold } from './text/fold.ts';
import { PhraseSet } from './text/phrases.ts';
import { meaningOf } from './text/label-meaning.ts';

/** The ids that keyboards give the key that ends the text, for any field (AOSP's LatinIME, Gboard, SwiftKey, Samsung). */
const entering = new PhraseSet(
  [{ spaced: true }],
  () => `enter, enter key, return, go, done, ok, new line, submit, eingabe, eingabetaste, enter taste, öffnen, los, fertig, neue zeile,
   entrée, touche entrée, retour, aller, aller à, terminé, intro, entrar, retorno, ir, listo, hecho, aceptar, concluir, concluído, pronto, feito,
   invio, vai, fine, fatto, eseguito, przejdź, idź, gotowe, ввод, перейти, готово, далее, 実行, 完了, 移動, 改行, 回车, 回车键, 前往, 完成, 换行, 确定, 确认,
   إدخال, انتقال, تم, إرسال, 입력, 이동, 완료, 확인, 전송, enter, git, bitti, tamam, gönder, gereed, ga, verzenden, हो गया, जाएं, भेजें, selesai,
   buka, kirim, xong, đi, gửi, готово, перейти, ввести, далі, เสร็จ, ไป, ส่ง`,
);

/** Gboard's is `key_pos_ime_action`, with any label. */
const ACTION_ID = /(?:^|_)(?:ime_action|enter|return|action_key)(?:_|$)/i;

/**
 * The effect of a key of the on-screen keyboard on the focused field. An unreadable key may be any of them, so it counts as the
 * one with the largest effect.
 */
export function keyPressed(key: Element | undefined): TypedKey {
  const labels = key ? [...ownLabels(key.node), ...pressedBy(key).labels] : [];
  if (!key || labels.length === 0) return 'enter';
  if (labels.some((label) => meaningOf(label).said.get('send') === 'only')) return 'send';
  const id = key.node.resourceId ?? '';
  const isAction = ACTION_ID.test(id.slice(id.lastIndexOf('/') + 1));
  return isAction || labels.some((label) => entering.has(fold(label))) ? 'enter' : 'character';
}
