import java.awt.GridLayout;
import java.awt.KeyboardFocusManager;
import java.awt.event.KeyEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JComboBox;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JMenu;
import javax.swing.JMenuBar;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.MenuSelectionManager;
import javax.swing.SwingUtilities;

/** A form in Swing with what forms have; Save writes what it holds to a file. */
public final class SwingForm {
  private final JTextField name = new JTextField(20);
  private final JTextArea notes = new JTextArea(4, 20);
  private final JComboBox<String> size = new JComboBox<>(new String[] {"Small", "Medium", "Large"});
  private final JCheckBox gift = new JCheckBox("Gift");
  private final JList<String> fruit = new JList<>(new String[] {"Apple", "Banana", "Cherry"});
  private final List<String> log = new ArrayList<>();

  public static void main(String[] arguments) {
    SwingUtilities.invokeLater(() -> new SwingForm().show());
  }

  private void show() {
    JFrame frame = new JFrame("Swing form");
    frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
    frame.setLayout(new GridLayout(0, 2));
    labelled(frame, "Name", name, name);
    labelled(frame, "Notes", notes, new JScrollPane(notes));
    labelled(frame, "Size", size, size);
    labelled(frame, "Fruit", fruit, new JScrollPane(fruit));
    JPopupMenu popup = new JPopupMenu();
    popup.add(item("Eat"));
    fruit.setComponentPopupMenu(popup);
    frame.add(gift);
    JButton save = new JButton("Save");
    save.addActionListener(event -> write());
    frame.add(save);
    JMenu file = new JMenu("File");
    file.add(item("Open"));
    file.add(item("Close"));
    JMenuBar bar = new JMenuBar();
    bar.add(file);
    frame.setJMenuBar(bar);
    KeyboardFocusManager.getCurrentKeyboardFocusManager().addKeyEventDispatcher(this::watchEscape);
    frame.setSize(520, 420);
    frame.setVisible(true);
  }

  /** Records each Escape that the program gets. */
  private boolean watchEscape(KeyEvent event) {
    if (event.getID() == KeyEvent.KEY_PRESSED && event.getKeyCode() == KeyEvent.VK_ESCAPE) log.add("escape");
    return false;
  }

  private static void labelled(JFrame frame, String text, javax.swing.JComponent field, javax.swing.JComponent shown) {
    JLabel label = new JLabel(text);
    label.setLabelFor(field);
    frame.add(label);
    frame.add(shown);
  }

  private JMenuItem item(String text) {
    JMenuItem item = new JMenuItem(text);
    item.addActionListener(event -> log.add(text));
    return item;
  }

  private void write() {
    List<String> lines = new ArrayList<>();
    lines.add("name=" + name.getText());
    lines.add("notes=" + notes.getText());
    lines.add("size=" + size.getSelectedItem());
    lines.add("fruit=" + fruit.getSelectedValue());
    lines.add("gift=" + gift.isSelected());
    if (size.isPopupVisible()) lines.add("a list is open");
    if (MenuSelectionManager.defaultManager().getSelectedPath().length > 0) lines.add("a menu is open");
    lines.addAll(log);
    try {
      Files.write(Path.of(System.getenv("HOME"), "swing-form.txt"), lines);
    } catch (IOException exception) {
      throw new IllegalStateException(exception);
    }
  }
}
