// SPDX-License-Identifier: Apache-2.0
#include "cli/hdf5_module.hpp"

#include <hdf5.h>

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

namespace oopss {
namespace {

/// An object of HDF5, closed on every way out.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }  // as HDF5 itself passes them
  bool good() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// Stops at the first step that fails.
struct Failed {
  const char* words;
};
void need(bool good, const char* words) {
  if (!good) throw Failed{words};
}

/// Runs a piece of work whose failure is a text; no exception passes the border.
template <class Work>
const char* guarded(Work work) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // HDF5 prints nothing by itself
  try {
    work();
    return nullptr;
  } catch (const Failed& failed) {
    return failed.words;
  } catch (const std::bad_alloc&) {
    return "out of memory";
  }
}

constexpr auto not_written = "HDF5 could not write it: the disk may be full";

/// A text of any length.
hid_t text_type() {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

/// In the oldest format that will do, which the most programs read.
hid_t file_access() {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_V18);
  return access;
}

/// The datasets of a file, of the size that they will have. An open one takes some kilobytes, so that where there are
/// many each is made when its first rows are written, and opened again for those of every further block. No times are
/// kept, so that the same columns give the same bytes.
class Columns {
 public:
  static constexpr std::size_t most_open = 1000;

  Columns(hid_t file, const char* const* names, int count, hsize_t rows)
      : file_(file),
        names_(names),
        count_(static_cast<std::size_t>(count)),
        space_(H5Screate_simple(1, &rows, nullptr), H5Sclose),
        creation_(H5Pcreate(H5P_DATASET_CREATE), H5Pclose) {
    need(space_.good() && H5Pset_obj_track_times(creation_, false) >= 0 &&
             H5Pset_alloc_time(creation_, H5D_ALLOC_TIME_EARLY) >= 0 &&
             H5Pset_fill_time(creation_, H5D_FILL_TIME_NEVER) >= 0,
         not_written);
    for (std::size_t k = 0; k < count_ && count_ <= most_open; ++k)
      need(open_.emplace_back(std::make_unique<Handle>(make(k), H5Dclose))->good(), not_written);
  }
  std::size_t size() const { return count_; }

  void write(std::size_t k, bool first, hid_t from, hid_t to, const double* values) const {
    if (!open_.empty()) return put(*open_[k], from, to, values);
    const Handle set(first ? make(k) : H5Dopen2(file_, names_[k], H5P_DEFAULT), H5Dclose);
    put(set, from, to, values);
  }

 private:
  hid_t make(std::size_t k) const {
    return H5Dcreate2(file_, names_[k], H5T_IEEE_F64LE, space_, H5P_DEFAULT, creation_, H5P_DEFAULT);
  }
  static void put(hid_t set, hid_t from, hid_t to, const double* values) {
    need(set >= 0 && H5Dwrite(set, H5T_NATIVE_DOUBLE, from, to, H5P_DEFAULT, values) >= 0, not_written);
  }

  hid_t file_;
  const char* const* names_;
  std::size_t count_;
  Handle space_, creation_;
  std::vector<std::unique_ptr<Handle>> open_;
};

void write_rows(const Columns& columns, hsize_t rows, Hdf5Module::NextRows next, Hdf5Module::Tell tell, void* user) {
  const std::size_t block = columns.size() > Columns::most_open ? 1 << 24 : 1 << 20;  // numbers
  const std::size_t most =
      std::clamp<std::size_t>(block / std::max<std::size_t>(columns.size(), 1), 1, std::max<hsize_t>(rows, 1));
  std::vector<double> values(most * columns.size());
  const Handle all(H5Screate_simple(1, &rows, nullptr), H5Sclose);
  for (hsize_t from = 0; from < rows;) {
    const hsize_t count = next(user, values.data(), most);
    need(count > 0 && count <= rows - from, "the rows ended early");
    const Handle here(H5Screate_simple(1, &count, nullptr), H5Sclose);
    need(here.good() && H5Sselect_hyperslab(all, H5S_SELECT_SET, &from, nullptr, &count, nullptr) >= 0, not_written);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (k % Columns::most_open == 0)
        tell(user, (from + count * static_cast<double>(k) / columns.size()) / static_cast<double>(rows));
      columns.write(k, from == 0, here, all, values.data() + k * most);
    }
    from += count;
  }
}

void write_notes(hid_t file, const Hdf5Module::Note* notes, int count) {
  const Handle type(text_type(), H5Tclose), scalar(H5Screate(H5S_SCALAR), H5Sclose);
  for (int i = 0; i < count; ++i) {
    const Handle attribute(H5Acreate2(file, notes[i].name, type, scalar, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    need(attribute.good() && H5Awrite(attribute, type, &notes[i].text) >= 0, not_written);
  }
}

/// Links are kept in the order of the columns. The file is locked by its maker, so HDF5 does not lock it again.
const char* write(const char* path, const char* const* columns, int column_count, std::size_t rows,
                  Hdf5Module::NextRows next, Hdf5Module::Tell tell, const Hdf5Module::Note* notes, int note_count,
                  void* user) {
  return guarded([&] {
    const Handle access(file_access(), H5Pclose), creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
    need(H5Pset_file_locking(access, false, true) >= 0 && H5Pset_obj_track_times(creation, false) >= 0 &&
             H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) >= 0,
         not_written);
    const Handle file(H5Fcreate(path, H5F_ACC_TRUNC, creation, access), H5Fclose);
    need(file.good(), not_written);
    write_notes(file, notes, note_count);
    write_rows(Columns(file, columns, column_count, rows), rows, next, tell, user);
    need(H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0, not_written);
  });
}

/// The bytes of the file that is read, which HDF5 uses where they lie.
const void* image = nullptr;
void* image_malloc(size_t, H5FD_file_image_op_t, void*) { return const_cast<void*>(image); }
void* image_memcpy(void* to, const void*, size_t, H5FD_file_image_op_t, void*) { return to; }
herr_t image_free(void*, H5FD_file_image_op_t, void*) { return 0; }

hid_t image_access(const void* bytes, std::size_t size) {
  const hid_t access = file_access();
  image = bytes;
  H5FD_file_image_callbacks_t callbacks{image_malloc, image_memcpy, nullptr, image_free, nullptr, nullptr, nullptr};
  const bool good = H5Pset_fapl_core(access, 1 << 20, false) >= 0 &&
                    H5Pset_file_image_callbacks(access, &callbacks) >= 0 &&
                    H5Pset_file_image(access, const_cast<void*>(bytes), size) >= 0;
  return good ? access : -1;
}

struct Reader {
  Hdf5Module::TakeColumn column;
  Hdf5Module::TakeNote note;
  void* user;
  std::size_t size;  // of the file
  const char* problem = nullptr;
};

/// Whether the values lie in this very file, as they are.
bool is_plain(hid_t set, std::size_t size, hssize_t count) {
  const Handle creation(H5Dget_create_plist(set), H5Pclose);
  const H5D_layout_t layout = H5Pget_layout(creation);
  return (layout == H5D_CONTIGUOUS || layout == H5D_CHUNKED) && H5Pget_nfilters(creation) == 0 &&
         H5Pget_external_count(creation) == 0 && static_cast<std::size_t>(count) <= size / sizeof(double) &&
         H5Dget_storage_size(set) <= size;
}

herr_t read_column(hid_t group, const char* name, const H5L_info_t* link, void* data) {
  auto& reader = *static_cast<Reader*>(data);
  reader.problem = guarded([&] {
    need(link->type == H5L_TYPE_HARD, "it holds a link to another file or place");
    const Handle set(H5Dopen2(group, name, H5P_DEFAULT), H5Dclose);
    need(set.good(), "it holds something that is not a column");
    const Handle space(H5Dget_space(set), H5Sclose), type(H5Dget_type(set), H5Tclose);
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    need(H5Sget_simple_extent_ndims(space) == 1 && H5Tget_class(type) == H5T_FLOAT && H5Tget_size(type) <= 16 &&
             count >= 0,
         "it holds something that is not a column of numbers");
    need(is_plain(set, reader.size, count), "a column is not kept as simulate writes it, or is larger than the file");
    std::vector<double> values(static_cast<std::size_t>(count));
    need(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0, "a column cannot be read");
    need(reader.column(reader.user, name, values.data(), values.size()), "it cannot be passed on");
  });
  return reader.problem ? -1 : 0;
}

herr_t read_note(hid_t group, const char* name, const H5A_info_t*, void* data) {
  auto& reader = *static_cast<Reader*>(data);
  reader.problem = guarded([&] {
    const Handle attribute(H5Aopen(group, name, H5P_DEFAULT), H5Aclose), type(H5Aget_type(attribute), H5Tclose);
    const Handle space(H5Aget_space(attribute), H5Sclose);
    if (H5Tis_variable_str(type) <= 0 || H5Sget_simple_extent_npoints(space) != 1) return;  // not one of ours
    const Handle ours(text_type(), H5Tclose);
    char* text = nullptr;
    need(H5Aread(attribute, ours, &text) >= 0 && text, "an attribute cannot be read");
    const bool taken = reader.note(reader.user, name, text);
    H5free_memory(text);
    need(taken, "it cannot be passed on");
  });
  return reader.problem ? -1 : 0;
}

void prepare() { H5open(); }

const char* read(const void* bytes, std::size_t size, Hdf5Module::TakeColumn column, Hdf5Module::TakeNote note,
                 void* user) {
  return guarded([&] {
    const Handle access(image_access(bytes, size), H5Pclose);
    need(access.good(), "out of memory");
    const Handle file(H5Fopen("memory", H5F_ACC_RDONLY, access), H5Fclose);
    need(file.good(), "it is damaged, or not an HDF5 file");
    Reader reader{column, note, user, size};
    hsize_t offset = 0;
    herr_t status = H5Literate(file, H5_INDEX_CRT_ORDER, H5_ITER_INC, &offset, read_column, &reader);
    if (status < 0 && !reader.problem)  // made by another program, without an order
      status = H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, &(offset = 0), read_column, &reader);
    need(status >= 0, reader.problem ? reader.problem : "its columns cannot be listed");
    hsize_t from = 0;
    status = H5Aiterate2(file, H5_INDEX_NAME, H5_ITER_INC, &from, read_note, &reader);
    need(status >= 0, reader.problem ? reader.problem : "its attributes cannot be listed");
  });
}

}  // namespace
}  // namespace oopss

/// HDF5 is not to clean up when the process ends: after a disk was full it does so by what is no longer there.
extern "C" [[gnu::visibility("default")]] const oopss::Hdf5Module* oopss_hdf5_module() {
  H5dont_atexit();
  static constexpr oopss::Hdf5Module module{oopss::Hdf5Module::current, oopss::write, oopss::prepare, oopss::read};
  return &module;
}
